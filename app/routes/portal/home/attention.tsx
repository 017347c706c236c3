import type { ReactNode } from 'react';
import { ToneIcon, type BannerTone } from '~/ui/layout/banner';

/** Something that needs a person, as an item of the list at the top of the home page. */
export function Attention({
  tone,
  title,
  children,
}: {
  tone: BannerTone;
  title: string;
  children: ReactNode;
}) {
  return (
    <li className="flex gap-3 py-2.5">
      <ToneIcon tone={tone} />
      <div className="min-w-0 flex-1 text-sm">
        <p className="text-base font-semibold">{title}</p>
        {children}
      </div>
    </li>
  );
}
