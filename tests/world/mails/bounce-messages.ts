type BounceOptions = {
  messageId: string;
  recipient: string;
  action?: string;
  status?: string;
  originalRecipient?: string;
  /** How the mail server returns the email. */
  returned?: 'message/rfc822' | 'text/rfc822-headers';
};

/** A delivery status notification in the format of RFC 3464, as Postfix writes it. */
export function writeBounce({
  messageId,
  recipient,
  action = 'failed',
  status = '5.1.1',
  originalRecipient,
  returned = 'message/rfc822',
}: BounceOptions): Buffer {
  const headers = [
    'Received: from pay.example (pay.example [192.0.2.10])',
    '\tby mx.shop.example (Postfix) with ESMTPS id 4Wq2;',
    '\tFri, 27 Nov 2026 10:00:00 +0000 (UTC)',
    'From: no-reply@pay.example',
    `To: ${recipient}`,
    'Subject: Your password was changed',
    `Message-ID: ${messageId}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
  ];
  return Buffer.from(
    [
      'Return-Path: <>',
      'Date: Fri, 27 Nov 2026 10:00:02 +0000 (UTC)',
      'From: MAILER-DAEMON@mx.shop.example (Mail Delivery System)',
      'Subject: Undelivered Mail Returned to Sender',
      'To: no-reply@pay.example',
      'Auto-Submitted: auto-replied',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status;',
      '\tboundary="4Wq2.1795860002/mx.shop.example"',
      'Message-Id: <20261127100002.4Wq2@mx.shop.example>',
      '',
      'This is a MIME-encapsulated message.',
      '',
      '--4Wq2.1795860002/mx.shop.example',
      'Content-Description: Notification',
      'Content-Type: text/plain; charset=us-ascii',
      '',
      'I’m sorry to have to inform you that your message could not be delivered.',
      '',
      '--4Wq2.1795860002/mx.shop.example',
      'Content-Description: Delivery report',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.shop.example',
      'X-Postfix-Queue-ID: 4Wq2',
      'Arrival-Date: Fri, 27 Nov 2026 10:00:00 +0000 (UTC)',
      '',
      ...(originalRecipient ? [`Original-Recipient: rfc822;${originalRecipient}`] : []),
      `Final-Recipient: rfc822; ${recipient}`,
      `Action: ${action}`,
      `Status: ${status}`,
      'Remote-MTA: dns; mailbox.shop.example',
      `Diagnostic-Code: smtp; 550 5.1.1 <${recipient}>: Recipient address rejected:`,
      '    User unknown',
      '',
      '--4Wq2.1795860002/mx.shop.example',
      'Content-Description: Undelivered Message',
      `Content-Type: ${returned}`,
      '',
      ...headers,
      '',
      ...(returned === 'message/rfc822' ? ['Someone changed the password of your account.', ''] : []),
      '--4Wq2.1795860002/mx.shop.example--',
      '',
    ].join('\r\n'),
  );
}
