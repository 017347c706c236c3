import { CreditCard, History, Link2, ShieldCheck, Undo2, Webhook } from 'lucide-react';

export const productFeatures = [
  {
    icon: CreditCard,
    title: 'Hosted checkout',
    text: 'Your brand, ten languages, saved cards, and 3-D Secure. Card numbers never reach your servers.',
  },
  {
    icon: Link2,
    title: 'Payment links',
    text: 'Get paid without writing code. Send a link, or print its QR code.',
  },
  {
    icon: History,
    title: 'Every operation',
    text: 'Each transaction has a timeline: who did what, when, and how the bank responded.',
  },
  {
    icon: Undo2,
    title: 'Refunds and chargebacks',
    text: 'Capture, void, and refund in full or in part. Respond to chargebacks before their deadline.',
  },
  {
    icon: Webhook,
    title: 'Webhooks',
    text: 'Signed, retried for three days, and logged. Read what you missed with one request.',
  },
  {
    icon: ShieldCheck,
    title: 'Built for teams',
    text: 'Roles, passkeys, refund limits, and a tamper-evident audit log.',
  },
];

export const startSteps = [
  {
    title: 'Test',
    text: 'Create an account and start taking test payments right away. No documents, no real money.',
  },
  {
    title: 'Apply',
    text: 'Enter your business details and upload the documents we need. We save your answers as you go.',
  },
  {
    title: 'Go live',
    text: 'When your application is approved, replace your test credentials with live ones.',
  },
];
