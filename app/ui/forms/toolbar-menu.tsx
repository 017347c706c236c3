import { ChevronDown, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { getButtonClass } from './button';
import { useMenuClosing } from './use-menu-closing';

type Props = { title: string; icon: LucideIcon; open?: boolean; children: ReactNode };

/**
 * A button in a toolbar with a panel below the toolbar, which is the closest positioned element. It works without scripts.
 * With them, Escape and a click elsewhere close the panel.
 */
export function ToolbarMenu({ title, icon: Icon, open, children }: Props) {
  const menu = useMenuClosing();
  return (
    <details ref={menu} name="toolbar" open={open || undefined} className="group">
      <summary
        className={getButtonClass({ variant: 'secondary', size: 'small' }, 'menu group-open:bg-sunken')}
      >
        <Icon size={16} aria-hidden="true" className="text-ink-soft" />
        {title}
        <ChevronDown size={14} aria-hidden="true" className="text-ink-soft" />
      </summary>
      <div className="absolute inset-x-0 top-full z-20 mt-2 rounded-xl border border-line-strong bg-surface p-4 shadow-menu">
        {children}
      </div>
    </details>
  );
}
