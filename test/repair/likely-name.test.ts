import { describe, expect, test } from 'vitest';

import { showsSameName } from '../../src/repair/likely-name.ts';

describe('a key that shows by itself which one is meant', () => {
  test.each([
    ['/qty', '/quantity'], ['/desc', '/description'], ['/msg', '/message'], ['/createdOn', '/createdAt'], ['/colour', '/color'], ['/adress', '/address'], ['/recieverName', '/receiverName'],
    ['/organisation', '/organization'], ['/cancelled', '/canceled'], ['/customer/name', '/customerName'], ['/customerName', '/customer/name'], ['/data/orderRef', '/orderRef'], ['/lines/centre', '/lines/center'],
  ])('%s is %s', (sent, wanted) => {
    expect(showsSameName(sent, wanted)).toBe(true);
  });

  test.each([
    ['/county', '/country'], ['/stage', '/state'], ['/name', '/fullName'], ['/oldName', '/name'], ['/minSize', '/maxSize'], ['/startAt', '/stopAt'], ['/debit', '/credit'], ['/note', '/reason'],
    ['/from', '/to'], ['/host', '/cost'], ['/upload', '/unload'], ['/import', '/export'], ['/unit', '/units'], ['/customer/name', '/supplierName'], ['/a', '/amount'], ['/install', '/uninstall'],
  ])('%s need not be %s', (sent, wanted) => {
    expect(showsSameName(sent, wanted)).toBe(false);
  });
});
