import { parseArgs } from 'node:util';
import { runOnInstallation } from './installation';

const usage = `npm run audit -- verify                                    verifies the chains of all accounts and reports the first broken entry
npm run audit -- verify <account id>                       verifies one account’s chain
npm run audit -- verify <account id> <sequence> <hash>     compares it with a hash that you kept, such as one from the log
npm run audit -- heads                                     prints the end of every chain, to store elsewhere
npm run audit -- accept-restore                            after restoring a backup: accepts that the latest entries are lost`;

await runOnInstallation(async () => {
  const { runAuditCommand } = await import('./audit-command');
  const result = await runAuditCommand(parseArgs({ allowPositionals: true }).positionals);
  console.log(result?.text ?? usage);
  return result?.isIntact ?? false;
});
