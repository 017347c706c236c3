import { runOnInstallation } from './installation';

const showProgress = (rows: number) =>
  process.stderr.isTTY && process.stderr.write(`\r${rows.toLocaleString('en-US')} records compared … `);

await runOnInstallation(async () => {
  const { runAuditBooksCommand } = await import('./audit-books-command');
  const { lines, isIntact } = await runAuditBooksCommand(showProgress);
  if (process.stderr.isTTY) process.stderr.write('\n');
  console.log(lines.join('\n'));
  return isIntact;
});
