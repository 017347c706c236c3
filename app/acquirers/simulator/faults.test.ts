import { expect, onTestFinished, test, vi } from 'vitest';
import { Faults } from './faults';

const cut = { fault: 'cut_before' as const, ms: 1_000 };

test('the first fault for an operation applies, as often as configured', () => {
  const faults = new Faults();
  faults.switch([
    { ...cut, operations: ['capture'] },
    { ...cut, fault: 'garbage', operations: ['refund', 'void'], times: 2 },
    { ...cut, fault: 'drop_reply' },
  ]);
  const taken = (['capture', 'void', 'refund', 'refund', 'capture'] as const).map(
    (operation) => faults.take(operation)?.fault,
  );
  expect(taken).toEqual(['cut_before', 'garbage', 'garbage', 'drop_reply', 'cut_before']);
  expect(faults.list().map(({ fault }) => fault)).toEqual(['cut_before', 'drop_reply']);
});

test('a fault applies with its probability, and always without one', () => {
  const faults = new Faults();
  const random = vi.spyOn(Math, 'random');
  onTestFinished(() => random.mockRestore());
  faults.switch([{ ...cut, probability: 0.25, times: 2 }]);
  random.mockReturnValueOnce(0.25);
  expect(faults.take('capture')).toBeUndefined();
  random.mockReturnValueOnce(0.24);
  expect(faults.take('capture')).toMatchObject({ fault: 'cut_before', times: 1 });
  faults.switch([cut]);
  random.mockReturnValueOnce(0.999);
  expect(faults.take('capture')).toEqual(cut);
});

test('the configured faults are copied, so that they can be used again', () => {
  const faults = new Faults();
  const configured = [{ ...cut, times: 1 }];
  faults.switch(configured);
  faults.take('lookup');
  expect(configured).toEqual([{ ...cut, times: 1 }]);
});
