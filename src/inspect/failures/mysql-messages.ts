/** Server and driver messages by how they begin, for stacks whose code was not kept. From the English texts of MySQL 8 and MariaDB 10. */
export const MYSQL_MESSAGES: readonly (readonly [pattern: RegExp, code: string])[] = [
  [/^Incorrect string value: '/, 'ER_TRUNCATED_WRONG_VALUE_FOR_FIELD'],
  [/^Incorrect (?:integer|decimal|double) value: '/, 'ER_TRUNCATED_WRONG_VALUE_FOR_FIELD'],
  [/^Incorrect [a-z]{1,20} value: '/, 'ER_TRUNCATED_WRONG_VALUE'],
  [/^Data too long for column '/, 'ER_DATA_TOO_LONG'],
  [/^Data truncated for column '/, 'WARN_DATA_TRUNCATED'],
  [/^Duplicate entry '/, 'ER_DUP_ENTRY'],
  [/^Lock wait timeout exceeded/, 'ER_LOCK_WAIT_TIMEOUT'],
  [/^Deadlock found when trying to get lock/, 'ER_LOCK_DEADLOCK'],
  [/^Statement aborted because lock\(s\) could not be acquired immediately and NOWAIT is set/, 'ER_LOCK_NOWAIT'],
  [/^Record has changed since last read in table '/, 'ER_CHECKREAD'],
  [/^Connection lost: The server closed the connection/, 'PROTOCOL_CONNECTION_LOST'],
  [/^(?:Can't add new command when connection is in closed state|Cannot enqueue \w{1,20} after (?:fatal error|invoking quit))/, 'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR'],
  [/^Too many connections/, 'ER_CON_COUNT_ERROR'],
  [/^User '?[^']{1,100}'? (?:already has more than 'max_user_connections' active connections|has exceeded the 'max_user_connections')/, 'ER_TOO_MANY_USER_CONNECTIONS'],
  [/^Server shutdown in progress/, 'ER_SERVER_SHUTDOWN'],
  [/^retrieve connection from pool timeout/, 'ER_GET_CONNECTION_TIMEOUT'],
  [/^socket has unexpectedly been closed/, 'ER_SOCKET_UNEXPECTED_CLOSE'],
  [/^Access denied for user /, 'ER_ACCESS_DENIED_ERROR'],
  [/^Unknown column '/, 'ER_BAD_FIELD_ERROR'],
  [/^Table '[^']{1,200}' doesn't exist/, 'ER_NO_SUCH_TABLE'],
  [/^Out of range value for column '/, 'ER_WARN_DATA_OUT_OF_RANGE'],
  [/^Column '[^']{1,200}' cannot be null/, 'ER_BAD_NULL_ERROR'],
  [/^Field '[^']{1,200}' doesn't have a default value/, 'ER_NO_DEFAULT_FOR_FIELD'],
  [/^Cannot add or update a child row: a foreign key constraint fails/, 'ER_NO_REFERENCED_ROW_2'],
  [/^Cannot delete or update a parent row: a foreign key constraint fails/, 'ER_ROW_IS_REFERENCED_2'],
  [/^The table '[^']{1,200}' is full/, 'ER_RECORD_FILE_FULL'],
];

/**
 * Whole sentences that no other program says. The promises of mysql2 make the stack where the query was asked for, so that
 * neither a class nor a frame of the driver is in it.
 */
export const MYSQL_SENTENCES: readonly RegExp[] = [
  /^Incorrect [a-z]{1,20} value: '.{0,500}' for column (?:`[^`]{1,64}`\.){0,2}['`][^'`]{1,64}['`] at row \d{1,9}$/s,
  /^(?:Data too long|Data truncated|Out of range value) for column '[^']{1,64}' at row \d{1,9}$/,
  /^Duplicate entry '.{0,500}' for key '[^']{1,200}'$/s,
  /^(?:Lock wait timeout exceeded|Deadlock found when trying to get lock); try restarting transaction$/,
  /^Cannot (?:add or update a child|delete or update a parent) row: a foreign key constraint fails \(/,
  /^Column '[^']{1,64}' cannot be null$/,
  /^Field '[^']{1,64}' doesn't have a default value$/,
  /^Table '[^'.]{1,64}\.[^']{1,64}' doesn't exist$/,
  /^Unknown column '[^']{1,200}' in '(?:[a-z ]{1,20})'$/i,
  /^Connection lost: The server closed the connection\.$/,
  /^Can't add new command when connection is in closed state$/,
  /^Access denied for user '[^']{0,100}'@'[^']{1,255}' (?:\(using password: (?:YES|NO)\)|to database '[^']{1,64}')$/,
];

/** Codes by the server's number, for drivers and mappers that keep only that. */
export const MYSQL_ERRNOS: Readonly<Record<string, string>> = {
  1020: 'ER_CHECKREAD', 1040: 'ER_CON_COUNT_ERROR', 1045: 'ER_ACCESS_DENIED_ERROR', 1048: 'ER_BAD_NULL_ERROR', 1053: 'ER_SERVER_SHUTDOWN',
  1054: 'ER_BAD_FIELD_ERROR', 1062: 'ER_DUP_ENTRY', 1114: 'ER_RECORD_FILE_FULL', 1146: 'ER_NO_SUCH_TABLE', 1203: 'ER_TOO_MANY_USER_CONNECTIONS',
  1205: 'ER_LOCK_WAIT_TIMEOUT', 1213: 'ER_LOCK_DEADLOCK', 1264: 'ER_WARN_DATA_OUT_OF_RANGE', 1265: 'WARN_DATA_TRUNCATED', 1292: 'ER_TRUNCATED_WRONG_VALUE',
  1364: 'ER_NO_DEFAULT_FOR_FIELD', 1366: 'ER_TRUNCATED_WRONG_VALUE_FOR_FIELD', 1406: 'ER_DATA_TOO_LONG', 1451: 'ER_ROW_IS_REFERENCED_2', 1452: 'ER_NO_REFERENCED_ROW_2',
  3572: 'ER_LOCK_NOWAIT',
};
