/**
 * The part of vitest's JSON report that counts.
 *
 * @typedef {object} TestReport
 * @property {number} numPassedTests
 * @property {number} numPendingTests tests that were left out
 * @property {readonly FileReport[]} testResults
 *
 * @typedef {object} FileReport
 * @property {string} name path of the test file
 * @property {string} status
 * @property {readonly { status: string, fullName: string }[]} assertionResults
 */

/**
 * Counts what passed and what failed, and names what did not pass. A test file that fails outside of a test counts as
 * one failure, as does each failed check; so does the check `tests` where the report does not show why it failed.
 *
 * @param {TestReport | undefined} report `undefined` where the tests wrote none
 * @param {readonly string[]} failedChecks names of the checks that failed, `tests` among them
 */
export function summarise(report, failedChecks) {
  const failures = (report?.testResults ?? []).flatMap(failuresOf);
  const unexplained = report === undefined ? ['tests: no report was written'] : failures.length === 0 ? ['tests: an error outside of the tests'] : [];
  const checks = failedChecks.flatMap((check) => (check === 'tests' ? unexplained : [`check: ${check}`]));
  const missing = report === undefined && !failedChecks.includes('tests') ? unexplained : [];
  const failed = [...failures, ...checks, ...missing];
  const leftOut = report?.numPendingTests ?? 0;
  return {
    lines: [...(leftOut > 0 ? [`${leftOut} tests were left out`] : []), ...failed.map((failure) => `failed: ${failure}`)],
    passed: report?.numPassedTests ?? 0,
    failed: failed.length,
  };
}

/**
 * @param {FileReport} file
 * @returns {string[]}
 */
function failuresOf({ name, status, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed').map((test) => `${name}: ${test.fullName}`);
  return failed.length === 0 && status === 'failed' ? [`${name}: the file could not be run`] : failed;
}
