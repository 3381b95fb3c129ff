/** What a mail says. */
export interface MailText {
  subject: string;
  text: string;
}

export function invitationMail({ workspace, role, link }: { workspace: string; role: string; link: string }): MailText {
  const lines = [
    `You are invited to the workspace "${workspace}" on Tallyhook as ${role}.`,
    '',
    'Open this link to accept or decline. It works once, for seven days:',
    link,
    '',
    'If you did not expect this, ignore it or decline: nothing happens until you accept.',
  ];
  return { subject: `Invitation to "${workspace}"`, text: lines.join('\n') };
}

export function resetMail({ link }: { link: string }): MailText {
  const lines = [
    'Somebody asked for a new password for your account on Tallyhook.',
    '',
    'Open this link to choose one. It works once, for an hour, and signs you out everywhere:',
    link,
    '',
    'If it was not you, ignore this mail: your password stays as it is.',
  ];
  return { subject: 'Reset your password', text: lines.join('\n') };
}
