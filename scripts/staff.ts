import { parseArgs } from 'node:util';

const usage = `npm run staff -- add <e-mail> <reviewer|support|admin> <name>   invites somebody by mail
npm run staff -- list                                         who is on the staff, and who is invited
npm run staff -- end <e-mail>                                 takes somebody off the staff, and back an invitation
npm run staff -- reset-factor <e-mail>                        for anyone who lost authenticator app and recovery codes`;

const [verb, email = '', role = '', ...names] = parseArgs({ allowPositionals: true }).positionals;

// What stops a start, such as a server that runs on the embedded database, shows when the modules are loaded.
try {
  const { runStaffCommand } = await import('./staff-command');
  const result = await runStaffCommand({ verb, email, role, name: names.join(' ') });
  console.log(result ?? usage);
  process.exit(result ? 0 : 1);
} catch (error) {
  console.error(
    error instanceof Error && ['SettingError', 'Refusal'].includes(error.name) ? error.message : error,
  );
  process.exit(1);
}
