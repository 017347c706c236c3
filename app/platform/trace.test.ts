import { expect, test } from 'vitest';
import { currentTrace, noteTrace, traced, traceId, untraced } from './trace';

test('work goes on under its id across waits and beside other work, and what serves all is under none', async () => {
  const seen = await Promise.all(
    ['req_1', 'req_2'].map((requestId) =>
      traced({ requestId }, async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        noteTrace({ accountId: `of ${requestId}` });
        return [traceId(), currentTrace()?.accountId, untraced(traceId)];
      }),
    ),
  );
  expect(seen).toEqual([
    ['req_1', 'of req_1', undefined],
    ['req_2', 'of req_2', undefined],
  ]);
  expect(traceId()).toBeUndefined();
});
