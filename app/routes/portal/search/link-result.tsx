/** A payment link in one line. It needs few scripts, because every page has the command menu. */
export function LinkResult({ link }: { link: { name: string } }) {
  return <span className="min-w-0 flex-1 wrap-anywhere">{link.name}</span>;
}
