import { prisma } from '~/platform/database/db.server';
import type { Application } from '~/merchants/applications/applications';
import type { ApplicationState } from '~/merchants/applications/states';

export type ApplicationDuplicate = {
  applicationId: string;
  name: string;
  state: ApplicationState;
  same: ('registration number' | 'bank account' | 'person')[];
};

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
