import { matchRoutes } from '@remix-run/react';
import { expect, test } from 'vitest';
import * as build from '../tests/setup/server-build';
import { createPageRouter } from './page-router';

type Tree = { id: string; path?: string; index?: false; children: Tree[] } | { id: string; index: true };

const buildTree = (parentId?: string): Tree[] =>
  Object.values(build.routes)
    .filter((route) => route!.parentId === parentId)
    .map((route) =>
      route!.index
        ? { id: route!.id, index: true }
        : { id: route!.id, path: route!.path, children: buildTree(route!.id) },
    );
const tree = buildTree();
const findRemixPattern = (path: string) =>
  `/${matchRoutes(tree, path)!
    .flatMap(({ route }) => ('path' in route && route.path) || [])
    .join('/')}`;

const router = createPageRouter(build, 'test');
const patterns = Object.values(build.routes).map((route) => `/${route!.path ?? ''}`);
const paths = [
  ...patterns,
  ...patterns.map((pattern) => pattern.replace(/:\w+/g, 'some-id')),
  ...patterns.map((pattern) => pattern.replace(/:\w+/g, 'new')),
  ...[
    '/Transactions/',
    '/l%6fgin',
    '//login',
    '/transactions/a%2Fb',
    '/transactions/trx_1/nothing',
    '/nothing/new',
  ],
];

test('finds the page that Remix finds', () => {
  const find = (findPattern: (path: string) => string) =>
    Object.fromEntries(paths.map((path) => [path, findPattern(path)]));
  expect(find(router.findPattern)).toEqual(find(findRemixPattern));
  expect(router.findPattern('/transactions/trx_1.data')).toBe('/transactions/:id');
  expect(router.findPattern('/_root.data')).toBe('/');
});

const loadManifest = async (search: string) => {
  const response = await router.handle(new Request(`http://localhost:3000/__manifest${search}`), {} as never);
  return {
    status: response.status,
    routes: response.status === 200 ? Object.keys(await response.json()) : [],
  };
};

test('sends the routes of links and of the pages above them', async () => {
  expect(await loadManifest('?version=test&p=/transactions/trx_1&p=/docs')).toEqual({
    status: 200,
    routes: [
      'root',
      'routes/portal/shell',
      'routes/portal/home',
      'routes/portal/transactions',
      'routes/portal/transaction',
      'routes/docs/frame',
      'docs-start',
    ],
  });
});

test('rejects a manifest request without paths, and reloads pages of another version', async () => {
  const rejected = await loadManifest('?version=test');
  const outdated = await loadManifest('?version=other&p=/docs');
  expect({ rejectedStatus: rejected.status, outdatedStatus: outdated.status }).toEqual({
    rejectedStatus: 400,
    outdatedStatus: 204,
  });
});
