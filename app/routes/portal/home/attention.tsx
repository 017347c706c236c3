import type { ReactNode } from 'react';
import { ToneIcon, type BannerTone } from '~/ui/layout/banner';

/** Something that needs a person, as an item of the list at the top of the home page. `note`: what happens otherwise. */
export function Attention({
  tone,
  title,
  note,
  children,
}: {
  tone: BannerTone;
  title: string;
  note?: string;
  children: ReactNode;
}) {
  return (
    <li className="flex gap-3 py-2.5">
      <ToneIcon tone={tone} />
      <div className="grid min-w-0 flex-1 gap-x-6 text-sm lg:grid-cols-[20rem_minmax(0,1fr)]">
        <div>
          <p className="font-semibold">{title}</p>
          {note && <p className="text-ink-soft">{note}</p>}
        </div>
        <div>{children}</div>
      </div>
    </li>
  );
}
