import { expect, test } from 'vitest';
import { compareNames, splitBusinessName, splitPersonName } from './names';

test.each([
  ['José García', 'GARCIA, Jose', 1],
  ['Zoë O’Brien', "zoe o'brien", 1],
  ['Mohammed Al-Rashid', 'Mohamed al Rashid', 1],
  ['Robin Alexander Harbour', 'Robin Harbour', 2 / 3],
  ['Robin Harbour', 'Robin Miller', 1 / 2],
  ['Lee Ann', 'Leo Anna', 0],
  ['Harbour Tea GmbH', 'The Harbor Tea Co., Ltd.', 1],
  ['', 'Robin', 0],
])('%j and %j: %d', (one, other, similarity) => {
  const split = /GmbH/.test(one) ? splitBusinessName : splitPersonName;
  expect(compareNames(split(one), split(other))).toBe(similarity);
  expect(compareNames(split(other), split(one))).toBe(similarity);
});

test('a name of legal forms only keeps them', () => {
  expect(splitBusinessName('AG GmbH')).toEqual(['ag', 'gmbh']);
});
