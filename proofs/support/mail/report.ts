interface Reported {
  messageId: string;
  to?: string;
  action?: string;
  status?: string;
  /** Behind everything. */
  rest?: string;
}

/** Returns a report of a mail server about a letter, in the form of Postfix. */
export function reportOf({
  messageId,
  to = 'maria@example.org',
  action = 'failed',
  status = '5.1.1',
  rest = '',
}: Reported): Buffer {
  const lines = [
    'Return-Path: <>',
    'From: MAILER-DAEMON@mx.example.org (Mail Delivery System)',
    'To: kabinet@kabinet.example',
    'Subject: =?utf-8?B?0J/QuNGB0YzQvNC+?=',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="9B.1/mx.example.org"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--9B.1/mx.example.org',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    '<maria@example.org>: host said: 550 5.1.1 Нет такого',
    '',
    '--9B.1/mx.example.org',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.org',
    'Arrival-Date: Sat, 21 Nov 2026 12:00:00 +0300 (MSK)',
    '',
    `Final-Recipient: rfc822; ${to}`,
    `Original-Recipient: rfc822;${to}`,
    `Action: ${action}`,
    `Status: ${status}`,
    'Remote-MTA: dns; mx.example.net',
    'Diagnostic-Code: smtp; 550 5.1.1 No such user,',
    '    said the server',
    '',
    '--9B.1/mx.example.org',
    'Content-Type: message/rfc822',
    '',
    'From: =?utf-8?B?0JDQvdC90LA=?= <kabinet@kabinet.example>',
    `To: ${to}`,
    `Message-ID:`,
    ` <${messageId}>`,
    'Subject: x',
    '',
    `text${rest}`,
    '--9B.1/mx.example.org--',
    '',
  ];
  return Buffer.from(lines.join('\r\n'));
}
