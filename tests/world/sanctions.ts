import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOutsideCheck } from '~/merchants/applications/checks/outside-checks';
import { createSanctionsCheck } from '~/merchants/applications/checks/sanctions-check';
import { prisma } from '~/platform/database/db.server';

/** @returns the path of a sanctions list with these lines */
export function writeListFile(...lines: string[]): string {
  const path = join(mkdtempSync(join(tmpdir(), 'tillway-list-')), 'list.csv');
  writeFileSync(path, lines.join('\n'));
  return path;
}

/** A sanctions list of people: their ID, name, and birth date. */
export function writeSanctionsList(...people: [id: string, name: string, birthDate?: string][]): string {
  const lines = people.map(([id, name, birthDate = '']) => `${id},Person,${name},${birthDate}`);
  return writeListFile('id,schema,name,birth_date', ...lines);
}

/** Compares a submitted application with a list. Those of earlier tests come first. */
export async function screenApplication(applicationId: string, listPath: string): Promise<void> {
  const check = createSanctionsCheck(listPath);
  while (!(await prisma.applicationCheck.count({ where: { applicationId, kind: 'sanctions' } })))
    await runOutsideCheck(check);
}
