// Who may import whom. The folders under src/ are rooms: each rule says what a room is for, and its comment what to
// do instead. docs/adr/0002-contracts-and-stages.md has the reasons.

const STAGES = 'inspect|diagnose|repair|guard|replay|archive';
const CORE = '^src/core/';
/** The contracts, with the files that belong to them. */
const CONTRACTS = '^src/((queues|ledger|archive|model)/contract|model/(limits|prices)|ledger/(audit-event|consultation|group-record|letter-record))[.]ts$';
/** From outside, a stage is its front door. */
const FRONT_DOORS = '^src/(inspect/inspect|diagnose/diagnose|repair/repair|guard/guard|replay/replay|archive/archive)[.]ts$';
const PGLITE = '^src/pglite/';
const LOCAL_SOCKET = '^src/local-socket/';

/** Packages, and the rooms that may import them. Everything else asks the room. */
const VENDORS = [
  { name: 'bullmq', packages: 'bullmq', rooms: 'queues/bullmq|engine|demo' },
  { name: 'ioredis', packages: 'ioredis', rooms: 'queues/bullmq|demo' },
  { name: 'amqplib', packages: 'amqplib', rooms: 'queues/rabbitmq' },
  { name: 'aws-sdk', packages: '@aws-sdk/[^/]+', rooms: 'queues/sqs' },
  { name: 'postgres', packages: 'pg|@electric-sql/pglite', rooms: 'ledger|queues/bullmq|pglite|engine|demo' },
  { name: 'drizzle', packages: 'drizzle-orm', rooms: 'ledger|once|demo' },
  { name: 'zod', packages: 'zod', rooms: 'schema|demo' },
  { name: 'schema-tools', packages: 'zod-to-json-schema|ajv|ajv-formats|@standard-schema/spec', rooms: 'schema|demo' },
  { name: 'config-loader', packages: 'c12|jiti', rooms: 'config' },
  { name: 'model-sdk', packages: 'ai|@ai-sdk/[^/]+', rooms: 'model' },
  { name: 'http-server', packages: 'hono|@hono/[^/]+', rooms: 'server' },
  { name: 'terminal', packages: 'commander|cli-table3|picocolors', rooms: 'cli|demo' },
];

/** Matches a package as it was resolved, as it was named where it is not installed, and its types. */
const packagePath = (packages) => `(^|(^|/)node_modules/(@types/)?)(${packages})(/|$)`;

/** A rule that lets modules of `from` import, of ours, nothing but what `allowed` matches. */
const onlyImports = (name, from, allowed, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from },
  to: { path: '^src/', pathNot: allowed },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'Two modules that need each other are one module, or share a third: move the shared part there. Types count.',
      from: {},
      to: { circular: true },
    },
    onlyImports('core-is-the-leaf', CORE, CORE, 'core/ is the vocabulary and knows no room. Move what you need into core/, or the code that needs it out.'),
    onlyImports('contracts-speak-core', CONTRACTS, [CORE, CONTRACTS], 'A contract speaks the vocabulary only. Put the type that it needs into core/.'),
    onlyImports(
      'stages-are-strangers',
      `^src/(${STAGES})/`,
      [CORE, CONTRACTS, '^src/$1/'],
      'A stage imports core, contracts and its own folder. What one stage hands to another passes through pipeline.ts.',
    ),
    {
      name: 'stage-front-door',
      severity: 'error',
      comment: 'From outside, import <stage>/<stage>.ts; let it export what you need.',
      from: { path: '^src/', pathNot: `^src/(${STAGES})/` },
      to: { path: `^src/(${STAGES})/`, pathNot: [FRONT_DOORS, CONTRACTS] },
    },
    onlyImports(
      'pipeline-knows-no-vendor',
      '^src/(pipeline[.]ts$|pass/)',
      [CORE, CONTRACTS, FRONT_DOORS, '^src/(pipeline[.]ts$|pass/)'],
      'pipeline.ts and pass/ tell the story with stages and contracts. Adapters are opened by mendq.ts and handed in.',
    ),
    onlyImports(
      'actions-know-no-vendor',
      '^src/((house|queue-pool|found-queues|queue-failure)[.]ts$|actions/)',
      [CORE, CONTRACTS, FRONT_DOORS, '^src/((pipeline|house|queue-pool|found-queues|queue-failure|engine/engine)[.]ts$|pass/|actions/|config/)'],
      'An action is one verb of the library, told with the pipeline. What opens an adapter is handed in by mendq.ts.',
    ),
    onlyImports(
      'queue-adapters-are-strangers',
      '^src/queues/([^/]+)/',
      [CORE, CONTRACTS, PGLITE, '^src/queues/$1/'],
      'A queue adapter imports core, the contract and its own folder. What two adapters share belongs into core/.',
    ),
    onlyImports('ledger-stays-home', '^src/ledger/', [CORE, CONTRACTS, PGLITE, LOCAL_SOCKET, '^src/ledger/'], 'The ledger implements its contract with core and nothing else of ours.'),
    onlyImports('model-stays-home', '^src/model/', [CORE, CONTRACTS, '^src/model/'], 'Prompts and decisions belong to the stage that asks; model/ only carries the question.'),
    onlyImports('engine-stays-home', '^src/engine/', [CORE, CONTRACTS, PGLITE, '^src/engine/'], 'The engine schedules work that mendq.ts hands to it; it does not know what the work is.'),
    onlyImports('schema-stays-home', '^src/schema/', [CORE, '^src/schema/'], 'schema/ turns the schemas of libraries into core/payload-schema.ts and knows nothing else of ours.'),
    onlyImports('once-stays-home', '^src/once/', [CORE, '^src/once/'], 'once/ runs in the worker of the user: it must stay small and free of the rest.'),
    onlyImports('local-socket-is-a-leaf', LOCAL_SOCKET, LOCAL_SOCKET, 'local-socket/ makes and finds unix sockets in a folder and knows nothing of ours.'),
    onlyImports(
      'beside-carries-calls',
      '^src/beside/',
      [CORE, LOCAL_SOCKET, '^src/beside/'],
      'beside/ carries calls between two processes and does not know what they do: mendq.ts hands the methods in.',
    ),
    onlyImports(
      'evaluate-decides-like-a-pass',
      '^src/evaluate/',
      [CORE, '^src/(evaluate/|config/|pass/(decision|pass-context|advise|undecided)[.]ts$|pipeline[.]ts$|guard/guard[.]ts$)', CONTRACTS],
      'evaluate/ scores what pipeline.ts decides and opens nothing. What a decision needs goes through decide, so that the score is that of a pass.',
    ),
    onlyImports('pglite-is-a-leaf', PGLITE, PGLITE, 'pglite/ gives PGlite the face of a pg.Pool and knows nothing of ours.'),
    {
      name: 'pglite-is-for-databases',
      severity: 'error',
      comment: 'Only rooms that talk SQL open PGlite. Ask the ledger or the queue instead.',
      from: { path: '^src/', pathNot: '^src/((pglite|queues/bullmq|engine|ledger|demo)/|open-ledger[.]ts$)' },
      to: { path: PGLITE },
    },
    onlyImports('config-reads-only', '^src/config/', [CORE, CONTRACTS, '^src/(config|schema)/'], 'config/ reads and checks the configuration. Opening what it names is the work of mendq.ts.'),
    onlyImports(
      'server-goes-through-mendq',
      '^src/server/',
      [CORE, CONTRACTS, '^src/(server/|mendq[.]ts$)'],
      'A request handler calls a method of mendq. Where there is none, add it to mendq.ts.',
    ),
    onlyImports(
      'demo-is-a-user',
      '^src/demo/',
      [CORE, PGLITE, '^src/(demo/|(index|queues/bullmq/index)[.]ts$)'],
      'The demo shows what a user can do: it imports the public entry points. Where they lack something, users lack it too.',
    ),
    {
      name: 'demo-is-a-command',
      severity: 'error',
      comment: 'Only the command line starts the demo.',
      from: { path: '^src/', pathNot: '^src/(demo|cli)/' },
      to: { path: '^src/demo/' },
    },
    {
      name: 'server-is-started-by-cli',
      severity: 'error',
      comment: 'The library opens no port. Start the server from cli/, or let the user mount it.',
      from: { path: '^src/', pathNot: '^src/(server|cli)/' },
      to: { path: '^src/server/' },
    },
    {
      name: 'cli-is-the-top',
      severity: 'error',
      comment: 'Nothing imports the command line. Move what you need into the library.',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { path: '^src/cli/' },
    },
    {
      name: 'testing-stays-out-of-production',
      severity: 'error',
      comment: 'testing/ and test/ are for tests. Move what production needs out of them.',
      // The command line hands a configuration whatever the package offers.
      from: { path: '^src/', pathNot: '^src/(testing/|cli/open-mendq[.]ts$)' },
      to: { path: ['^src/testing/', '^test/'] },
    },
    onlyImports(
      'testing-speaks-contracts',
      '^src/testing/',
      [CORE, CONTRACTS, '^src/(testing/|queues/memory/|model/scripted-model[.]ts$)'],
      'Published test kits work on every adapter, also one that is not ours: they speak contracts only.',
    ),
    ...VENDORS.map(({ name, packages, rooms }) => ({
      name: `${name}-stays-in-its-room`,
      severity: 'error',
      comment: `Only src/(${rooms})/ may import ${packages}. Ask that room through its contract.`,
      from: { path: '^src/', pathNot: `^src/(${rooms})/` },
      to: { path: packagePath(packages) },
    })),
    {
      name: 'no-undeclared-package',
      severity: 'error',
      comment: 'Add the package to package.json, or do not import it.',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'], dependencyTypesNot: ['npm', 'npm-peer'], pathNot: '^[.]' },
    },
    {
      name: 'no-development-package',
      severity: 'error',
      comment: 'A published module can only import dependencies and peers: move the package there.',
      from: { path: '^src/', pathNot: '^src/testing/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'npm-peer', 'npm-optional', 'type-only'] },
    },
    {
      name: 'no-missing-file',
      severity: 'error',
      comment: 'The import leads nowhere: a wrong path, or a package that is not installed.',
      from: { path: '^src/' },
      to: { couldNotResolve: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'Nothing imports this module and it imports nothing. Use it or delete it.',
      from: { orphan: true, path: '^src/' },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['types', 'import', 'node', 'default'] },
  },
};
