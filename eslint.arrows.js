// The import rules as lint rules with reasons. docs/architecture.md describes the rooms.
import { basename, dirname, join, relative } from 'node:path';

const sides = ['documents', 'mail', 'webhooks', 'audit'];
const rooms = [...sides, 'acquirers', 'identity', 'merchants', 'vault', 'payments', 'support', 'operations'];

/** What each folder of app/ may import, besides its own files. */
const mayImport = {
  platform: [],
  acquirers: ['platform'],
  ...Object.fromEntries(sides.map((room) => [room, ['platform']])),
  audit: ['platform', 'documents'],
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
  acquirers: 'Only payments/ calls an acquirer, so that nothing moves money outside the three phases.',
  jobs: 'Only server.ts starts jobs. Queue a job through platform/jobs/queue.server.',
  api: 'Only server.ts imports the API. Put shared code into a room.',
  routes: 'Only app/routes.ts imports pages. Put shared components into ui/ and shared logic into a room.',
  ui: 'Only pages import ui/.',
};

const everywhere = [
  refuse(
    '^(~|\\.{1,2})(/.*)?/(utils|helpers|lib|common|services)(/|$)',
    'Name a file after a noun. A folder with this name never stops growing.',
  ),
  refuse(
    '^(sharp|file-type|heic-decode|@embedpdf/pdfium)$',
    'A child process without our keys decodes the files of strangers: see documents/image-process.',
  ),
  refuse('^~/server$', 'server.ts composes the product, so no other file imports it.'),
];

const emails = refuse(
  '(^@emails/|/emails/)',
  'Only mail/ imports email templates. To send an email, write it to the outbox of mail/.',
);
const adapters = refuse(
  '^~/acquirers/.*/',
  'Import the port, app/acquirers/acquirer.ts. acquirers/registry selects the implementation.',
);
const database = refuse(
  '^(~|\\.\\.)(/.*)?/platform/(database/(db\\.server|embedded-pool\\.server)|prisma(/.*)?)$',
  'Only rooms touch the database: call a function of the room that owns the rows.',
);

/** The maximum folder depth. Deeper ones would be unchecked. */
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
              'Import another room by its name, as ~/room/file, so that dependencies are visible.',
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

/** Values that pages and emails may use without importing server code or a database. */
const pure =
  '^~/(?!ui/|platform/(?!.*\\.server$)|acquirers/(acquirer-names|connection-fields)$|payments/(transactions/states)$|merchants/(team/role-labels|support-sessions/end-reason-labels)$)';

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
              'ui/ and emails/ only render their props: import types, and values of pure files only.',
            ),
            allowTypeImports: true,
          },
          ...(files.startsWith('app')
            ? [emails, refuse('^\\.\\./\\.\\./', 'ui/ imports nothing outside of app/.')]
            : [refuse('^~/ui/', 'Emails have their own components.')]),
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
            'The demo shop is a merchant: it has URLs and credentials, and calls the API like any other merchant.',
          ),
        ],
      },
    ],
  },
};

/** The public files of each sub-room. Its other files are internal. */
export const publicFiles = {
  'identity/email': 'email-address email-change email-confirmation email-limits email-links',
  'identity/login': 'address-block known-device lockout login pending-login',
  'identity/passkeys':
    'passkey-assertions passkey-challenges passkey-confirmation passkey-login passkey-name passkey-registration passkeys webauthn',
  'identity/passwords':
    'hashing-queue leaked-passwords password-change password-length password-reset passwords',
  'identity/recovery': 'active-recovery second-factor-recovery',
  'identity/second-factor':
    'authenticator enrollment-cookie factor-notifications recovery-codes second-factor step-up-confirmations',
  'identity/sessions': 'cookies session-list session-store sessions user-agent',
  'identity/staff':
    'demo-staff factor-resets leave-days mail-resend staff staff-invitations staff-leaves staff-roles staff-sessions',
  'identity/users': 'name-change person-name text-limits user-audit user-names users',
  'merchants/accounts': 'accounts audit-log refund-limits registration search-keys settings suspensions',
  'merchants/api-requests': 'api-rate-limit intent-requests request-list request-records',
  'merchants/applications':
    'account-name application-documents applications history states submission transitions',
  'merchants/applications/answers':
    'answers checklist reopened-items review-items sealed-answers submitted-contents',
  'merchants/applications/checks':
    'answer-checks check-finding sanctions-match sanctions-screening outside-checks',
  'merchants/applications/questions': 'answer-validation country-names question questions text-input',
  'merchants/applications/review':
    'assignments case-summary decision-preview decisions delay-notifications document-views duplicates item-review-text item-reviews review-case review-deadline review-queue review-workload',
  'merchants/checkout-design':
    'checkout-design checkout-logos checkout-theme color-contrast design-schema design-versions',
  'merchants/credentials':
    'address-ranges allowed-addresses api-secrets authentication-failures credential-notifications credentials secret-usage signing-secret-rotation',
  'merchants/notifications':
    'account-names notifications owner-notifications portal-notifications recovery-notifications webhook-notifications',
  'merchants/redirect-hosts': 'redirect-hosts',
  'merchants/support-sessions':
    'end-reason-labels support-session-cookie support-session-duration support-session-end support-session-records support-sessions',
  'merchants/team': 'invitation-acceptance invitations members role-labels team',
  'payments/card-testing': 'blocked-attempts proof-of-work protection',
  'payments/checkout/billing': 'address-format billing-countries entered-billing',
  'payments/checkout/card-saving': 'card-attempts card-saving card-verifications',
  'payments/checkout/item-images': 'item-images',
  'payments/checkout':
    'authentications card-intents cards checkout-payments checkout-visits intent-cancellation intent-details intent-expiry paid-amounts paid-amounts.server payer-inquiries payment-intents receipts received-redirect redirect-signature redirect-url redirect-url-rules redirect-verification saved-card-updates saved-cards unattempted-intents used-redirect-hosts',
  'payments/connections':
    'acquirer-accounts connection-list connection-rotation connection-setup connections',
  'payments/disputes': 'chargeback-list chargebacks dispute-notifications disputes evidence submission',
  'payments/idempotency': 'external-id-uses recorded-replies replay request-fingerprint reservations',
  'payments/inbox': 'acquirer-events event-list event-polling event-processing event-retry webhook-reception',
  'payments/operations':
    'available-operations canceled-holds capture-void follow-up-requests hold-duration hold-expiry late-approvals manual-operation-results manual-operations operation-reasons refund-failures refund-statements refunds settlement simulated-events unknown-outcome-list unknown-outcomes',
  'payments/page-monitoring': 'csp-reports monitoring',
  'payments/payment-links': 'link-list link-places link-visits payment-link payment-links',
  'payments/payouts':
    'not-paid-out payout-export payout-filter payout-import payout-lines payout-list payout-matching payout-search payout-summaries simulated-payouts transaction-payouts',
  'payments/reconciliation':
    'books-audit books-audit-records acquirer-statements contradictions discrepancy-list discrepancy-resolution reconciliation',
  'payments/reporting':
    'daily-totals daily-totals-statements report saved-views today transaction-export transaction-filter transaction-list transaction-search',
  'payments/transactions':
    'card-checks card-holder later-results operators order-lines outcome-recording payment-facts payment-statements prepared-payments states status-changes support-bundle support-details timeline timeline-kinds transaction-events transaction-object transaction-operations transaction-rows transactions',
  'support/payer': 'payer-email payer-payments',
  'support/query':
    'amount-parser input-redaction keyword-corrections keyword-patterns partial-references query-parser reference-spellings time-spans',
  'support/search': 'intent-search name-search payment-search search search-scopes spelling',
  'support/staff-audit': 'staff-audit-log unusual-reading',
  'webhooks/deliveries': 'delivery-log delivery-request delivery-worker polling resends',
  'webhooks/endpoints':
    'endpoint-failures endpoint-key endpoint-notifications endpoint-secrets endpoint-status endpoint-url endpoints failing-endpoints url-mask',
  'webhooks/events': 'event-message event-retention event-types events fan-out published-events test-events',
  'webhooks/verification': 'signature webhook-diagnosis webhook-verification',
};

const subRooms = {
  meta: { type: 'problem', schema: [] },
  create({ filename, cwd, report }) {
    const path = relative(cwd, filename);
    const check = (node) => {
      const name = node.source?.value;
      if (typeof name !== 'string' || !/^[~.]/.test(name)) return;
      const target = name.startsWith('~') ? name.replace('~', 'app') : join(dirname(path), name);
      const room = dirname(target).replace(/^app\//, '');
      const isPublic = publicFiles[room]?.split(' ').includes(basename(target)) ?? true;
      if (!isPublic && !path.startsWith(`app/${room}/`))
        report({
          node,
          message: `Only ${room}/ imports this file. Import one of its public files, or list it in eslint.arrows.js.`,
        });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

const subRoomArrows = {
  files: ['app/**/*.{ts,tsx}', 'emails/**/*.tsx'],
  ignores: ['**/*.test.*'],
  plugins: { rooms: { rules: { 'sub-rooms': subRooms } } },
  rules: { 'rooms/sub-rooms': 'error' },
};

export const arrows = [...roomArrows, ...drawing, top, shop, subRoomArrows];

function refuse(regex, message) {
  return { regex, message, caseSensitive: true };
}

function why(room) {
  if (room === 'platform') return 'platform/ is below all rooms and imports none.';
  if (room === 'acquirers')
    return 'An acquirer has no access to the database or to merchants. Pass in what it needs.';
  if (['jobs', 'api', 'routes'].includes(room))
    return 'api/, routes/ and jobs/ import rooms, but never each other.';
  return 'Rooms import to the left only: platform, acquirers and documents and mail and audit, webhooks, identity, merchants, vault, payments, support and operations.';
}
