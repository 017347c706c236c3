import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOutsideChecks } from '~/merchants/applications/checks/outside-checks';
import { createSanctionsCheck } from '~/merchants/applications/checks/sanctions-check';
import { prisma } from '~/platform/database/db.server';

/** A sanctions list of people: their ID, name, and birth date. */
export function writeSanctionsList(...people: [id: string, name: string, birthDate?: string][]): string {
  const path = join(mkdtempSync(join(tmpdir(), 'tillway-list-')), 'list.csv');
  const lines = people.map(([id, name, birthDate = '']) => `${id},Person,${name},${birthDate}`);
  writeFileSync(path, ['id,schema,name,birth_date', ...lines].join('\n'));
  return path;
}

/** Compares a submitted application with a list. Those of earlier tests come first. */
export async function screenApplication(applicationId: string, listPath: string): Promise<void> {
  const check = createSanctionsCheck(listPath);
  while (!(await prisma.applicationCheck.count({ where: { applicationId, kind: 'sanctions' } })))
    await runOutsideChecks(undefined, [check]);
}
