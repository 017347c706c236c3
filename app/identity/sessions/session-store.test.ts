import { expect, test } from 'vitest';
import { createSessionStore } from './session-store';

test('an unknown session has no person', async () => {
  expect(await createSessionStore('portal').getSessionAndUser('unknown')).toEqual([null, null]);
});
