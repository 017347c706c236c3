import { ESLint } from 'eslint';
import { expect, test } from 'vitest';
import { existsSync } from 'node:fs';
import { publicFiles } from '../../eslint.arrows';

const eslint = new ESLint();

/** The lint messages for one import in one file. */
async function listImportErrors(filePath: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath });
  return result!.messages
    .filter(
      (message) =>
        /no-restricted-(imports|properties|syntax)$|sub-rooms$/.test(message.ruleId ?? '') || message.fatal,
    )
    .map((message) => message.message);
}

test.each([
  ['app/platform/x.ts', "import '~/payments/intents';", 'platform/ is below all rooms'],
  ['app/acquirers/x.ts', "import '~/merchants/accounts';", 'An acquirer has no access to the database'],
  ['app/acquirers/live/x.ts', "import '~/merchants/accounts';", 'An acquirer has no access to the database'],
  ['app/merchants/x.ts', "import '~/payments/intents';", 'Rooms import to the left only'],
  ['app/webhooks/x.ts', "import '~/mail/outbox';", 'Rooms import to the left only'],
  ['app/merchants/x.ts', "import '../identity/users';", 'Import another room by its name'],
  ['app/routes/portal/x.tsx', "import '../../identity/users';", 'Import another room by its name'],
  ['app/merchants/x.ts', "import '~/acquirers/simulator';", 'Only payments/ calls an acquirer'],
  ['app/payments/x.ts', "import '~/acquirers/simulator/simulator';", 'Import the port'],
  ['app/jobs/x.ts', "import '~/api/problem';", 'Only server.ts imports the API'],
  ['app/payments/x.ts', "import '~/routes/guards';", 'Only app/routes.ts imports pages'],
  ['app/payments/x.ts', "import '~/ui/button';", 'Only pages import ui/'],
  ['app/identity/x.ts', "import Welcome from '@emails/welcome'; Welcome();", 'outbox of mail/'],
  ['app/routes/portal/x.tsx', "import '~/platform/database/db.server';", 'Only rooms touch the database'],
  ['app/api/x.ts', "import '~/platform/prisma/client';", 'Only rooms touch the database'],
  ['app/startup.ts', "import './jobs/timetable';", 'Only server.ts imports jobs/'],
  ['app/acquirers/adyen/x.ts', "await import('sharp');", 'decodes the files of strangers'],
  ['app/payments/x.ts', "import '~/server';", 'no other file imports it'],
  ['app/payments/x.ts', "import './utils/money';", 'never stops growing'],
  ['app/ui/x.tsx', "import '~/payments/transactions';", 'values of pure files only'],
  ['app/ui/x.tsx', "import '~/platform/database/db.server';", 'values of pure files only'],
  ['emails/x.tsx', "import '~/identity/users';", 'values of pure files only'],
  ['app/demo-shop.ts', "import './payments/intents';", 'The demo shop is a merchant'],
  [
    'app/payments/operations/x.ts',
    "import '~/payments/reporting/transaction-sources';",
    'Only payments/reporting/ imports this file',
  ],
  [
    'app/merchants/applications/x.ts',
    "import './review/decision-parts';",
    'Only merchants/applications/review/ imports this file',
  ],
  [
    'app/payments/x.ts',
    "import { pool } from '~/platform/database/db.server'; void pool.query('select 1');",
    'Use Prisma, defineStatement, or queryRows',
  ],
])('%s may not contain %s', async (file, code, reason) => {
  expect((await listImportErrors(file, code)).join('\n')).toContain(reason);
});

test.each([
  [
    'app/payments/x.ts',
    "import '~/platform/database/db.server'; import '~/acquirers/registry'; import './states'; import '~/merchants/accounts';",
  ],
  [
    'app/routes/portal/x.tsx',
    "import '../guards'; import '~/payments/transactions'; import '~/ui/button'; import '~/platform/money/money';",
  ],
  ['app/mail/templates.ts', "import '@emails/welcome';"],
  [
    'app/ui/x.tsx',
    "import type { Transaction } from '~/payments/transactions'; import '~/platform/money/money'; export type X = Transaction;",
  ],
  ['app/server.ts', "import './jobs/timetable'; import './api/api';"],
])('%s may contain %s', async (file, code) => {
  expect(await listImportErrors(file, code)).toEqual([]);
});

test('every public file of a sub-room exists', () => {
  const missing = Object.entries(publicFiles).flatMap(([room, files]) =>
    files
      .split(' ')
      .map((file) => `app/${room}/${file}.ts`)
      .filter((file) => !existsSync(file)),
  );
  expect(missing).toEqual([]);
});
