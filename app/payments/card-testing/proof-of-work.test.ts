import { expect, onTestFinished, test, vi } from 'vitest';
import { createId } from '~/platform/ids';
import * as roots from '~/platform/secrets/root-keys.server';
import { solvePuzzle } from '../../../tests/world/payments/proof-of-work';
import { createPuzzle, isProofValid, type Puzzle } from './proof-of-work';

/** With exactly as many zero bits as asked for, so that neither more nor less would do. */
const solveExactly = (puzzle: Puzzle, nonceOf?: (number: number) => string) =>
  solvePuzzle(puzzle, { nonceOf, isEnough: (zeroBits) => zeroBits === puzzle.bits });

test('the puzzle in a form is small', () => {
  expect(createPuzzle(createId('int'))).toEqual({
    formId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    ticket: expect.stringMatching(/^[0-9a-f]{32}$/),
    bits: 15,
  });
});

test('a nonce is a number of at most twelve digits', () => {
  const intentId = createId('int');
  const puzzle = createPuzzle(intentId);
  const nonces = {
    number: String,
    'text before a number': (number: number) => `x${number}`,
    'text after a number': (number: number) => `${number}x`,
    'longer number': (number: number) => String(number).padStart(13, '0'),
  };
  const validity = Object.entries(nonces).map(([name, nonceOf]) => [
    name,
    isProofValid({ intentId, formId: puzzle.formId }, solveExactly(puzzle, nonceOf)),
  ]);
  expect(Object.fromEntries(validity)).toEqual({
    number: true,
    'text before a number': false,
    'text after a number': false,
    'longer number': false,
  });
});

test('a proof with less work than needed is invalid', () => {
  const intentId = createId('int');
  const puzzle = createPuzzle(intentId);
  const form = { intentId, formId: puzzle.formId };
  expect(isProofValid(form, solveExactly({ ...puzzle, bits: puzzle.bits - 1 }))).toBe(false);
});

test('a form from before a rotation of SECRET_KEY can still be proved', () => {
  const intentId = createId('int');
  const puzzle = createPuzzle(intentId);
  const proof = solveExactly(puzzle);
  const [own] = roots.getRootKeys();
  const rotation = vi
    .spyOn(roots, 'getRootKeys')
    .mockReturnValue([roots.createRootKey('5eedf00d'.repeat(8)), own]);
  onTestFinished(() => void rotation.mockRestore());
  expect(isProofValid({ intentId, formId: puzzle.formId }, proof)).toBe(true);
});
