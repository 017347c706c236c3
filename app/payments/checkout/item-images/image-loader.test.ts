import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ImageLoadError } from './image-download';
import { createImageLoader, type LinkedImage } from './image-loader';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const minute = 60_000;
const thumbnail = Buffer.from('a thumbnail');
const tea = { owner: 'acc_1', url: 'https://shop.example/tea.png' };
const cup = { ...tea, url: 'https://shop.example/cup.png' };

/** A loader whose host gives each image that result. */
function observeLoader(getResult: (image: LinkedImage) => Buffer | ImageLoadError) {
  const loaded: string[] = [];
  const find = createImageLoader(async (image) => {
    loaded.push(`${image.owner} ${new URL(image.url).pathname}`);
    await new Promise(setImmediate);
    return getResult(image);
  });
  return { find, loaded };
}

test('an image is loaded once for everyone who sees it within an hour', async () => {
  const { find, loaded } = observeLoader(() => thumbnail);
  expect(await Promise.all([find(tea), find(tea), find(tea)])).toEqual([thumbnail, thumbnail, thumbnail]);
  vi.advanceTimersByTime(59 * minute);
  expect(await find(tea)).toEqual(thumbnail);
  expect(loaded).toEqual(['acc_1 /tea.png']);
  vi.advanceTimersByTime(minute);
  await find(tea);
  expect(loaded).toHaveLength(2);
});

test('another account’s image is loaded again', async () => {
  const { find, loaded } = observeLoader(() => thumbnail);
  await find(tea);
  await find({ ...tea, owner: 'acc_2' });
  expect(loaded).toEqual(['acc_1 /tea.png', 'acc_2 /tea.png']);
});

test('an unusable image is tried again after a minute, and the others of its host are loaded', async () => {
  const { find, loaded } = observeLoader(({ url }) => (url === tea.url ? 'unusable' : thumbnail));
  expect([await find(tea), await find(tea), await find(cup)]).toEqual([null, null, thumbnail]);
  expect(loaded).toEqual(['acc_1 /tea.png', 'acc_1 /cup.png']);
  vi.advanceTimersByTime(minute);
  expect(await find(tea)).toBeNull();
  expect(loaded).toHaveLength(3);
});

test('an unreachable host is not requested for a minute, whatever the image', async () => {
  const { find, loaded } = observeLoader(() => 'unreachable');
  const images = Array.from({ length: 50 }, (_, i) => ({ ...tea, url: `https://shop.example/${i}.png` }));
  expect(await Promise.all(images.map(find))).toEqual(images.map(() => null));
  expect(await find(cup)).toBeNull();
  // Those that were requested before the first one failed.
  expect(loaded).toEqual(['acc_1 /0.png', 'acc_1 /1.png']);
  await find({ ...tea, url: 'https://cdn.example/tea.png' });
  await find({ ...tea, owner: 'acc_2' });
  expect(loaded).toHaveLength(4);
  vi.advanceTimersByTime(minute);
  await find(cup);
  expect(loaded).toHaveLength(5);
});

test('of more images than an order has, the last are left out, and loaded when there is room', async () => {
  const { find, loaded } = observeLoader(() => thumbnail);
  const images = Array.from({ length: 203 }, (_, i) => ({ ...tea, url: `https://shop.example/${i}.png` }));
  const results = await Promise.all(images.map(find));
  expect(results.map((result) => result !== null).lastIndexOf(true)).toBe(201);
  expect(results.at(-1)).toBeNull();
  expect(loaded).toHaveLength(202);
  expect(await find(images.at(-1)!)).toEqual(thumbnail);
});

test('after an error of our own, the image is tried again', async () => {
  let isFailing = true;
  const { find } = observeLoader(() => {
    if (isFailing) throw new Error('no database');
    return thumbnail;
  });
  await expect(find(tea)).rejects.toThrow('no database');
  isFailing = false;
  expect(await find(tea)).toEqual(thumbnail);
});
