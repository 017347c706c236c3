import { expect, test } from 'vitest';
import { getCurrentTrace, addTraceFields, runWithTrace, getTraceId, runWithoutTrace } from './trace';

test('work keeps its ID across waits and next to other work, and shared work has none', async () => {
  const traceIds = await Promise.all(
    ['req_1', 'req_2'].map((requestId) =>
      runWithTrace({ requestId }, async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        addTraceFields({ accountId: `of ${requestId}` });
        return [getTraceId(), getCurrentTrace()?.accountId, runWithoutTrace(getTraceId)];
      }),
    ),
  );
  expect(traceIds).toEqual([
    ['req_1', 'of req_1', undefined],
    ['req_2', 'of req_2', undefined],
  ]);
  expect(getTraceId()).toBeUndefined();
});
