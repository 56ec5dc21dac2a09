import { FakeCore } from '@nordgate/local/fake-core';
import { serviceOnABus } from '@nordgate/service/testing';
import { accountsAppWith } from '../accounts.module.js';
import { untilProjected } from '../testing/accounts-on-a-bus.fixture.js';
import { describeBooks } from '../testing/books-contract.int.js';

describeBooks('the copy', async () => {
  const accounts = await serviceOnABus(accountsAppWith('core'), ['batch.events.v1']);
  const core = new FakeCore({ bus: accounts.bus });
  return {
    accounts,
    core,
    settled: () => untilProjected(accounts),
    stop: () => accounts.stop(),
  };
});
