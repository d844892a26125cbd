import { planNames } from '#core/payments/plan.ts';
import type { PageText } from '../../pages/page-text.ts';

export const terms: PageText = {
  title: 'Terms of use',
  lead: 'What you can expect of Bilfund, and what Bilfund expects of you.',
  sections: [
    {
      heading: 'The service',
      paragraphs: [
        'Bilfund reads used-car listings from links and pages that you provide, adds what the vehicle register says about the car, and estimates what similar cars ask. Car prices are in Danish kroner, plan prices in euro including VAT.',
        'The estimate is a statement about asking prices, not about what a car is sold for, and not an appraisal. It can be wrong. You decide yourself whether to buy, and you check the car and its papers yourself.',
      ],
    },
    {
      heading: 'Marketplace links',
      paragraphs: [
        'Bilfund is not connected with Facebook, Meta, DBA or Bilbasen. The terms of Facebook Marketplace forbid automated collection of its data without permission, and whether a visit is served is up to Marketplace. By giving a link you ask us to visit it as an ordinary visitor would; we do not log in, do not pass security checks and do not hide who we are. A refused visit is reported to you as a refusal and not counted.',
        'Pages that you hand over from your own browser (saved, by the Bilfund button or by the extension) are processed for you; of an ad that others have sent too, what all of you saw is shown to everybody. You are responsible for having the right to hand them over.',
      ],
    },
    {
      heading: 'Your account',
      paragraphs: [
        'You need an e-mail address and a password. Keep the password and your access tokens to yourself; what is done with your account, also by a program or an assistant of yours, counts as done by you. You must be at least 16 years old.',
        'Do not use Bilfund to collect data on people, to overload the service or Marketplace, or to resell what it shows. We may close accounts that do.',
      ],
    },
    {
      heading: 'Paid plans',
      paragraphs: [
        `${planNames.en.premium_monthly} and ${planNames.en.premium_quarterly} renew until they are cancelled. You can cancel at any time; the plan then stays active to the end of the period you have paid for. ${planNames.en.lifetime} and ${planNames.en.deal_finder_boost} are paid once and do not renew.`,
        'Refunds are decided case by case: write to support. Your statutory rights as a consumer are not affected.',
      ],
    },
    {
      heading: 'Changes and law',
      paragraphs: [
        'We may change the service and these terms. Changes that matter to you are announced by e-mail at least 30 days ahead. Danish law applies.',
      ],
    },
  ],
};
