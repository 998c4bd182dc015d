/**
 * Plain words of error messages. A text about a letter is shown to a model in these, and in the words of the user's own
 * schema and job names; everybody else's words are replaced. No verbs that ask for something and none that could be an
 * answer are among them, and no words that sentences are made of, so that no sentence of a stranger survives.
 */
export const PLAIN_WORDS: ReadonlySet<string> = new Set(
  `abort aborted absent abstract access accessor account acquire address age agent algorithm allocation allowed already alphabet ambiguous anonymous api application argument arguments
  array ascii assertion async attempt attempts attribute auth authentication authorization axios base64 batch bearer bind binding bit blob body boolean bound bounds broken buffer bulk byte bytes
  cache cached callback cannot cast certificate channel char character characters charset check checksum child chunk class client clone closed cluster code coercion collation collection column
  columns comma command commit compile compiler component compressed concurrency conflict connect connection constraint constructor container content context conversion cookie copy corrupt count cpu crash
  created credential csv cursor cycle cyclic data database date datetime day deadline deadlock decimal decode decoded decoding default deferred definition degree delay delimiter denied depth deserialize
  destination detail device dictionary digest digit digits directory disconnected disk dns document domain double driver duplicate duration econnaborted econnrefused econnreset ehostunreach
  element elements email empty encode encoded encoding end endpoint enoent enotfound entity entry enum environment eof epipe epoch error errors etimedout event exceed exceeded exceeds exception exclusive exhausted
  existing exists exit expected expired expression extension external failed failure fatal feature fetch field fields file filter final finite fixed float flow folder foreign format fraction frame
  full function gateway generator generic graph grpc handle handler hash header headers heap hex hook host hour http https id identifier identity illegal image import incoming incomplete
  incompatible inconsistent incorrect index inf infinity initial inner input insert inserted instance insufficient int integer integrity internal interrupted invalid ipv4 ipv6 iso item items iteration job
  join json key keys keyword kind language large last latency layout leading leak length level limit line list literal loader local locale lock locked login long longer loop lost lower mail malformed
  mandatory map mapper mapping mark match matches matching max maximum media member memory merge message metadata method middleware migration millisecond milliseconds min minimum minor
  minute missing mismatch mode model modified module mongo month more mutation name named namespace nan native negative nested network no node non none not null nullable number numeric object objects
  offset open opening operation operator option optional options order origin out outer outside overflow page pair parallel parameter parameters parent parse parsed parser parsing part partial path pattern
  payload peer pending permission phase pipe place placeholder plain plugin pointer policy pool port position positive post precision prefix primary primitive prisma process processor producer profile
  program promise property protocol proxy put query queue quota quote range rate raw reached read reader reading received record recursion redirect redis reference refused regex regular rejected relation
  release remote request required reserved reset resolve resource response result returned revision role root route router row rows rule runtime safe schema scope script second seconds section secret
  segment separator sequence serialization serialize server service session shape short signature size slow smaller socket source space span spec sql ssl stack stage state statement status step storage store
  stream string structure style subject subscription suffix supported symbol syntax table tag tail target task temporary tenant text thread throw thrown time timed timeout timestamp timezone tls token too
  topic total trailing transaction transform tree truncated tuple type typeerror types unable unauthorized unavailable undefined unexpected unicode union unique unit unknown unprocessable unreachable unrecognized
  unresolved unsupported update updated upper uri url user utc utf utf8 uuid valid validation validator value values variable version view violates violation volume webhook week width window word worker
  write writer xml year zero zod zone`.split(/\s+/),
);
