import { afterAll, beforeAll, describe } from 'vitest';
import { archiveSuite } from '../ledger/suite/archive-suite.ts';
import { auditSuite } from '../ledger/suite/audit-suite.ts';
import { claimSuite } from '../ledger/suite/claim-suite.ts';
import { counterSuite } from '../ledger/suite/counter-suite.ts';
import { decideSuite } from '../ledger/suite/decide-suite.ts';
import { groupSuite } from '../ledger/suite/group-suite.ts';
import { hostileSuite } from '../ledger/suite/hostile-suite.ts';
import { clearBeforeEach, type OpenedLedger } from '../ledger/suite/opened-ledger.ts';
import { laterReleaseSuite } from '../ledger/suite/later-release-suite.ts';
import { modelSuite } from '../ledger/suite/model-suite.ts';
import { querySuite } from '../ledger/suite/query-suite.ts';
import { recordSuite } from '../ledger/suite/record-suite.ts';
import { stripSuite } from '../ledger/suite/strip-suite.ts';
import { takeSuite } from '../ledger/suite/take-suite.ts';
import { transitionSuite } from '../ledger/suite/transition-suite.ts';

const SUITES = [recordSuite, hostileSuite, decideSuite, takeSuite, claimSuite, transitionSuite, groupSuite, counterSuite, querySuite, archiveSuite, auditSuite, stripSuite, modelSuite, laterReleaseSuite];

/** What every ledger must do, whatever database it stands on. */
export function ledgerSuite(name: string, open: () => Promise<OpenedLedger>): void {
  describe(name, () => {
    let opened: OpenedLedger | undefined;
    const current = (): OpenedLedger => {
      if (opened === undefined) throw new Error('the ledger is not open');
      return opened;
    };
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(async () => opened?.close());
    clearBeforeEach(current);
    for (const suite of SUITES) suite(current);
  });
}
