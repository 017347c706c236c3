import { parseArgs } from 'node:util';
import { requireInstallation } from './installation';

const usage = `npm run staff -- add <email> <reviewer|support|admin> <name>   sends an invitation by email
npm run staff -- list                                         lists staff members and invitations
npm run staff -- end <email>                                 removes a staff member or revokes an invitation
npm run staff -- log-out <email>                             ends all sessions of any person
npm run staff -- reset-factor <email>                        removes the second factor of someone who lost it`;

const [verb, email = '', role = '', ...names] = parseArgs({ allowPositionals: true }).positionals;

// Startup errors, such as a server that uses the embedded database, occur when the modules are loaded.
try {
  // The first admin may be added before the first start.
  if (verb && verb !== 'add') await requireInstallation();
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
