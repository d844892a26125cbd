/**
 * The mail with the code: Cognito replaces {####}. It does not know the reader's language and serves both the
 * confirmation of an account and a forgotten password, so the text is in English and Danish and names the code first.
 */
export function confirmationMail(publicOrigin: string): { emailSubject: string; emailBody: string } {
  const link = `${publicOrigin}/login?confirm={####}`;
  return {
    emailSubject: 'Your Bilfund code / Din kode til Bilfund',
    emailBody: [
      '<p>Your code for Bilfund is <strong>{####}</strong>.</p>',
      `<p>New here? <a href="${link}">Confirm your account</a>, or type the code on the login screen.</p>`,
      '<p>If you did not ask for it, you need not do anything.</p>',
      '<hr>',
      '<p lang="da">Din kode til Bilfund er <strong>{####}</strong>.</p>',
      `<p lang="da">Er du ny her? <a href="${link}">Bekræft din konto</a>, eller skriv koden på loginsiden.</p>`,
      '<p lang="da">Har du ikke bedt om den, skal du ikke gøre noget.</p>',
    ].join('\n'),
  };
}
