import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const tones = {
  info: { icon: Info, iconClass: 'text-accent' },
  caution: { icon: TriangleAlert, iconClass: 'text-caution' },
  negative: { icon: CircleAlert, iconClass: 'text-negative' },
};

/** Something that needs a person, as an item of the list at the top of the home page. */
export function Attention({
  tone,
  title,
  children,
}: {
  tone: keyof typeof tones;
  title: string;
  children: ReactNode;
}) {
  const { icon: Icon, iconClass } = tones[tone];
  return (
    <li className="flex gap-3 py-2.5">
      <Icon size={18} aria-hidden="true" className={`mt-0.5 shrink-0 ${iconClass}`} />
      <div className="min-w-0 flex-1 text-sm">
        <p className="text-base font-semibold">{title}</p>
        {children}
      </div>
    </li>
  );
}
