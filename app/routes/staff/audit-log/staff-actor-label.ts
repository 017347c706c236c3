/** An actor of the staff's audit log as admins know them. */
export function getStaffActorLabel(
  { actor, name }: { actor: string; name: string | null },
  brandName: string,
): string {
  if (name !== null) return name;
  if (actor === 'system:shell') return `${brandName}, from the command line`;
  return actor.startsWith('system:') ? `${brandName}, automatically` : 'An unknown person';
}
