// Who may import whom, as lint rules that give their reason. The house is described in CONTRIBUTING.md.

const sides = ['documents', 'mail', 'webhooks', 'audit'];
const rooms = [...sides, 'acquirers', 'identity', 'merchants', 'vault', 'payments', 'support', 'operations'];

/** What each folder of app/ may import, besides its own files. */
const mayImport = {
  platform: [],
  acquirers: ['platform'],
  ...Object.fromEntries(sides.map((room) => [room, ['platform']])),
  webhooks: ['platform', 'audit'],
  identity: ['platform', ...sides],
  merchants: ['platform', ...sides, 'identity'],
  vault: ['platform', ...sides, 'identity', 'merchants'],
  payments: ['platform', ...sides, 'identity', 'merchants', 'vault', 'acquirers'],
  support: ['platform', ...sides, 'identity', 'merchants', 'vault', 'payments'],
  operations: ['platform', ...sides, 'identity', 'merchants', 'vault', 'payments'],
  jobs: ['platform', ...rooms],
  api: ['platform', ...rooms],
  routes: ['platform', ...rooms, 'ui'],
};

const reasons = {
  acquirers: 'Only payments/ calls an acquirer, so that nothing moves money outside the three beats.',
  jobs: 'jobs/ is started by server.ts alone; queue a job through platform/jobs/queue.server instead.',
  api: 'Nobody imports the API but server.ts; what it shares with others lives in a room.',
  routes: 'Nobody imports a page but app/routes.ts; what pages share lives in ui/, what they do in a room.',
  ui: 'Only pages draw with ui/.',
};

const everywhere = [
  refuse(
    '^(~|\\.{1,2})(/.*)?/(utils|helpers|lib|common|services)(/|$)',
    'A file is named after a noun; a folder with such a name never stops growing.',
  ),
  refuse('^~/server$', 'server.ts puts everything together and is imported by nobody.'),
];

const emails = refuse(
  '(^@emails/|/emails/)',
  'emails/ holds templates for mail/; a room that wants a mail sent writes it to the outbox of mail/.',
);
const adapters = refuse(
  '^~/acquirers/.*/',
  'Others know the port alone; acquirers/registry says which acquirer stands behind it.',
);
const database = refuse(
  '^(~|\\.\\.)(/.*)?/platform/(database/(db\\.server|embedded-pool\\.server)|prisma(/.*)?)$',
  'Only rooms touch the database: call a function of the room that owns the rows.',
);

/** Folders may nest to this depth; deeper ones would go unwatched. */
const depths = [1, 2, 3];

const roomArrows = Object.entries(mayImport).flatMap(([room, allowed]) =>
  depths.map((depth) => ({
    files: [`app/${room}/${'*/'.repeat(depth - 1)}*.{ts,tsx}`],
    ignores: ['**/*.test.*'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            ...everywhere,
            refuse(
              `^${'\\.\\./'.repeat(depth)}`,
              'Another room is imported by its name, as ~/room/file, so that one sees who needs whom.',
            ),
            ...Object.keys({ ...mayImport, ui: [] })
              .filter((other) => other !== room && !allowed.includes(other))
              .map((other) =>
                refuse(`^~/${other}/`, `${room}/ may not import ${other}/. ${reasons[other] ?? why(room)}`),
              ),
            ...(room === 'acquirers' ? [] : [adapters]),
            ...(room === 'mail' ? [] : [emails]),
            ...(['jobs', 'api', 'routes'].includes(room) ? [database] : []),
          ],
        },
      ],
    },
  })),
);

/** Values that pages and mails may use without pulling the server into a browser or a database into a template. */
const pure =
  '^~/(?!ui/|platform/(?!.*\\.server$)|payments/(transactions/states)$|merchants/(team/role-labels|support-sessions/ending-labels)$)';

const drawing = ['app/ui/**/*.{ts,tsx}', 'emails/**/*.{ts,tsx}'].map((files) => ({
  files: [files],
  ignores: ['**/*.test.*'],
  rules: {
    'no-restricted-imports': 'off',
    '@typescript-eslint/no-restricted-imports': [
      'error',
      {
        patterns: [
          ...everywhere,
          {
            ...refuse(
              pure,
              'ui/ and emails/ draw what they are given: import types, and values of pure files only.',
            ),
            allowTypeImports: true,
          },
          ...(files.startsWith('app')
            ? [emails, refuse('^\\.\\./\\.\\./', 'ui/ imports nothing outside of app/.')]
            : [refuse('^~/ui/', 'A mail is no page: it has parts of its own.')]),
        ],
      },
    ],
  },
}));

const top = {
  files: ['app/*.{ts,tsx}'],
  ignores: ['app/server.ts', '**/*.test.*'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          ...everywhere,
          ...['api', 'jobs', 'routes'].map((other) =>
            refuse(`^(~|\\.)/${other}/`, `Only server.ts imports ${other}/. ${reasons[other]}`),
          ),
          refuse('^(~|\\.)/acquirers/', reasons.acquirers),
          emails,
        ],
      },
    ],
  },
};

const shop = {
  files: ['app/demo-shop.ts'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          refuse(
            `^(~|\\.)/(?!demo-shop\\.css|platform/(config/config\\.server|money/money)$)`,
            'The demo shop is a merchant: it knows addresses and secrets, and calls the API like everybody else.',
          ),
        ],
      },
    ],
  },
};

export const arrows = [...roomArrows, ...drawing, top, shop];

function refuse(regex, message) {
  return { regex, message, caseSensitive: true };
}

function why(room) {
  if (room === 'platform') return 'platform/ carries every room and knows none.';
  if (room === 'acquirers')
    return 'An acquirer sees no database and no merchant; what it needs is handed in.';
  if (['jobs', 'api', 'routes'].includes(room))
    return 'api/, routes/ and jobs/ import rooms, never each other.';
  return 'Rooms import to the left only: platform, acquirers and documents and mail and audit, webhooks, identity, merchants, vault, payments, support and operations.';
}
