import { Banknote, CheckCheck, CircleCheck, Lock, ShieldCheck, Undo2, type LucideIcon } from 'lucide-react';

/** A payment at the checkout, and the same payment in the portal. */
export function ProductPicture() {
  return (
    <div
      role="img"
      aria-label="The checkout with an order of €42.00, and the payment’s timeline in the portal: authorized, captured, partially refunded, and settled"
      className="grid grid-cols-1 gap-4 text-sm sm:grid-cols-2 sm:items-start"
    >
      <div aria-hidden="true" className="rounded-xl border border-line bg-surface p-5 shadow-menu">
        <p className="font-semibold">Harbour Tea</p>
        <p className="mt-3 text-2xl font-semibold tabular-nums">€42.00</p>
        <p className="mt-1 text-ink-soft">2 × First-flush Darjeeling, 100 g, and 2 more</p>
        <SampleField label="Card number" value="•••• •••• •••• 4242" />
        <div className="grid grid-cols-2 gap-3">
          <SampleField label="Expiration date" value="12/30" />
          <SampleField label="Security code" value="•••" />
        </div>
        <p className="mt-5 flex min-h-11 items-center justify-center gap-2 rounded-lg bg-accent font-medium text-on-accent">
          <Lock size={16} />
          Pay €42.00
        </p>
      </div>
      <div aria-hidden="true" className="rounded-xl border border-line bg-surface p-5 shadow-menu sm:mt-12">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-lg font-semibold tabular-nums">€42.00</p>
          <span className="flex items-center gap-1.5 rounded-full bg-positive-soft px-2.5 py-0.5 font-medium text-positive">
            <CircleCheck size={14} />
            Settled
          </span>
        </div>
        <ol className="mt-4 space-y-4">
          <SampleOperation icon={ShieldCheck} title="Authorized" time="14:05:21">
            3-D Secure passed, address matches
          </SampleOperation>
          <SampleOperation icon={CheckCheck} title="Captured" time="14:05:21">
            €42.00
          </SampleOperation>
          <SampleOperation icon={Undo2} title="Refunded" time="16:40:02">
            €12.00 by Mia, “damaged box”
          </SampleOperation>
          <SampleOperation icon={Banknote} title="Settled" time="Nov 28">
            €30.00, less a fee of €0.61
          </SampleOperation>
        </ol>
      </div>
    </div>
  );
}

function SampleField({ label, value }: { label: string; value: string }) {
  return (
    <div className="mt-4">
      <p className="text-xs font-medium">{label}</p>
      <p className="mt-1 rounded-lg border border-line-strong px-3 py-2 text-ink-soft tabular-nums">
        {value}
      </p>
    </div>
  );
}

function SampleOperation({
  icon: Icon,
  title,
  time,
  children,
}: {
  icon: LucideIcon;
  title: string;
  time: string;
  children: string;
}) {
  return (
    <li className="flex gap-3">
      <span className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon size={16} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap justify-between gap-x-3">
          <span className="font-medium">{title}</span>
          <span className="text-ink-soft tabular-nums">{time}</span>
        </span>
        <span className="block break-words text-ink-soft">{children}</span>
      </span>
    </li>
  );
}
