import { decodeEntities, readAttribute, scanElements, scanTags } from '#core/marketplace/page/html-scan.ts';

/** What the frame of a page says about its kind, apart from its data. Empty text where there is none. */
export type PageSigns = {
  title: string;
  canonicalAddress: string;
  formTargets: string[];
  hasLoginForm: boolean;
  hasCaptcha: boolean;
  /** The site's own scaffolding: its id on the root element, or one of its data scripts. */
  hasShell: boolean;
};

const maxForms = 50;

/** Reads the signs in one pass over the page's tags; a page of pretended tags costs no more than its length. */
export function readSigns(html: string): PageSigns {
  const signs: PageSigns = {
    title: decodeEntities(scanElements(html, 'title').next().value?.content.slice(0, 200) ?? ''),
    canonicalAddress: '',
    formTargets: [],
    hasLoginForm: false,
    hasCaptcha: /\sid="?captcha|captcha_persist_data/i.test(html),
    hasShell: false,
  };
  for (const { name, attributes } of scanTags(html, ['html', 'link', 'form', 'script'])) {
    if (name === 'html') signs.hasShell ||= readAttribute(attributes, 'id') === 'facebook';
    else if (name === 'script') signs.hasShell ||= /(?:^|\s)data-sjs(?:[\s=]|$)/.test(attributes);
    else if (name === 'form') readForm(attributes, signs);
    else if (readAttribute(attributes, 'rel') === 'canonical') {
      signs.canonicalAddress ||= readAttribute(attributes, 'href') ?? '';
    }
  }
  return signs;
}

function readForm(attributes: string, signs: PageSigns): void {
  signs.hasLoginForm ||= readAttribute(attributes, 'id') === 'login_form';
  if (signs.formTargets.length < maxForms) signs.formTargets.push(readAttribute(attributes, 'action') ?? '');
}
