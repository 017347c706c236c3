import { prisma } from '~/platform/database/db.server';
import type { Application } from '~/merchants/applications/applications';
import type { ApplicationState } from '~/merchants/applications/states';

export type ApplicationDuplicate = {
  applicationId: string;
  name: string;
  state: ApplicationState;
  same: ('registration number' | 'bank account' | 'person')[];
};

/** Which of these applications share details with another one, as in {@link findDuplicates}. */
export async function findIdsWithDuplicates(ids: readonly string[]): Promise<Set<string>> {
  const found = await prisma.$queryRaw<{ id: string }[]>`
    select a.id from applications a
    where a.id = any(${ids}) and (
      exists (select from applications b where b.registration_key = a.registration_key and b.id <> a.id)
      or exists (select from applications b where b.bank_key = a.bank_key and b.id <> a.id)
      or exists (select from application_people p join application_people q on q.person_key = p.person_key
        where p.application_id = a.id and q.application_id <> a.id))`;
  return new Set(found.map(({ id }) => id));
}

/** Other applications with the same registration number, bank account, owner, or director. At most 20. */
export async function findDuplicates({
  id,
  registrationKey,
  bankKey,
}: Pick<Application, 'id' | 'registrationKey' | 'bankKey'>): Promise<ApplicationDuplicate[]> {
  const ownPeople = await prisma.applicationPerson.findMany({
    where: { applicationId: id, personKey: { not: null } },
    select: { personKey: true },
  });
  const personKeys = ownPeople.map(({ personKey }) => personKey!);
  const found = await prisma.application.findMany({
    where: {
      id: { not: id },
      OR: [
        ...(registrationKey ? [{ registrationKey }] : []),
        ...(bankKey ? [{ bankKey }] : []),
        { people: { some: { personKey: { in: personKeys } } } },
      ],
    },
    include: {
      account: { select: { name: true } },
      people: { where: { personKey: { in: personKeys } }, select: { id: true } },
    },
    orderBy: { id: 'desc' },
    take: 20,
  });
  return found.map((other) => ({
    applicationId: other.id,
    name: other.account.name,
    state: other.state as ApplicationState,
    same: [
      ...(registrationKey && other.registrationKey === registrationKey
        ? (['registration number'] as const)
        : []),
      ...(bankKey && other.bankKey === bankKey ? (['bank account'] as const) : []),
      ...(other.people.length ? (['person'] as const) : []),
    ],
  }));
}
