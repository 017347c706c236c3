export type Random = ReturnType<typeof createRandom>;

/** Random choices, the same for the same seed (mulberry32). */
export function createRandom(seed: string) {
  let state = hash(seed);
  /** From 0 to 1, without 1. */
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const chance = (probability: number) => fraction() < probability;
  /** A whole number, both bounds included. */
  const between = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1));
  const pick = <T>(list: readonly T[]): T => list[Math.floor(fraction() * list.length)]!;
  const pickWeighted = <T>(list: readonly (readonly [value: T, weight: number])[]): T => {
    let left = fraction() * list.reduce((sum, [, weight]) => sum + weight, 0);
    return (list.find(([, weight]) => (left -= weight) < 0) ?? list.at(-1)!)[0];
  };
  const uuid = () => {
    const digits = Array.from({ length: 32 }, () => between(0, 15).toString(16));
    digits[12] = '4';
    digits[16] = pick(['8', '9', 'a', 'b']);
    return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  };
  return { fraction, chance, between, pick, pickWeighted, uuid };
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ character.charCodeAt(0), 0x01000193);
  return value;
}
