import { planNames } from '#core/payments/plan.ts';
import type { PageText } from '../../pages/page-text.ts';
import { releasedSections } from '../../pages/releases.ts';

export const changelog: PageText = {
  title: 'Changelog',
  lead: 'What changed, newest first.',
  sections: releasedSections('en'),
};

export const privacy: PageText = {
  title: 'Privacy',
  lead: 'As little as the service needs, kept in the EU, gone when you go.',
  sections: [
    {
      heading: 'What we keep about you',
      paragraphs: [
        'Your e-mail address, and your password only in a form from which it cannot be read; your plan and what you bought; the links you imported and what came of them; the cars you starred or hid, and for a year those you discovered and removed; your notes on cars, lists, searches and notifications, and where you have them sent; how many imports you used this month; for a day, the number plates you had valued; for half a year, those you typed of cars; the names of your access tokens and the day of their last use; of a search’s feed, the day it got its address, and a fingerprint of that address; of a list that you share, since when, a fingerprint of its link, and with whom.',
        'In your browser we keep what lets you go on where you were: your language, who is logged in, the state of the list and when you last saw it, the cars that you opened or compare, the figures that you typed for costs, links that wait for their import or for your login, and, until you sign out, the last version of pages for reading offline. One cookie keeps you logged in; two mark a browser in which you logged in (for 400 days) or asked for a code (for a day), so that strangers’ tries do not count as yours. There are no advertising or tracking cookies and no third-party scripts.',
      ],
    },
    {
      heading: 'What we keep about cars',
      paragraphs: [
        'Listings, photos and the vehicle register’s records of cars. Sellers’ names are never stored. Number plates are shown to readers who are logged in only; in the pictures that others see, they are blurred.',
        'A seller who wants a listing removed writes to us, and it is.',
      ],
    },
    {
      heading: 'Where and how long',
      paragraphs: [
        'Data are kept in data centres in the EU. When you delete your account, most data are deleted within 30 days; what bookkeeping law requires is kept as long as it requires, and how many imports an address used is kept for a month under a fingerprint of it. So that nobody asks too often, we count for up to a day how often a network address asks, and how often visitors ask about a number plate, under a fingerprint of it.',
        'Pages that you drop are read and then discarded; the cars in them are kept for you alone. Of a search page we keep for 90 days which ads it showed, to tell you what has changed when you send it again. The Bilfund button takes the ads of a page along and nothing about their sellers or about you; what it brought waits in your tab until you say yes, an hour at most.',
        'The browser extension, where you have connected it, sends what describes the cars on the marketplace pages that you open and on the searches that you mark, and the addresses of those searches; nothing about sellers, about you or about other pages. Its switches and the log of what it did stay in your browser, and its access token is void once you revoke it in your profile.',
        'When somebody else, unknown to you and in another network, has sent the same ad with the same price and photo, that ad is shown to everybody, built from what both of you saw and without any trace of who you are. For that we keep for 30 days that you sent it, and of your network an encrypted mark from which no address can be read.',
      ],
    },
    {
      heading: 'Who else receives data',
      paragraphs: [
        'Amazon Web Services hosts the service. The vehicle register receives the number plates we look up, without knowing who asked. A marketplace that we visit for you is not told who asked. When payments are switched on, the payment provider Stripe receives what a payment needs. If you switch on push, the push service of your browser’s maker delivers the messages, which it cannot read; a webhook goes to the address you gave, such as a channel on Discord or Slack. A program or an assistant to which you give an access token reads with it what the token allows, and whoever has the address of a search’s feed reads the search’s name and its cars. The one person who accepts the link to a list that you share sees its name, its cars and your notes on them, and you see theirs, until one of you ends it. Nobody else, and nothing is sold.',
      ],
    },
    {
      heading: 'Your rights',
      paragraphs: [
        'You may see, correct, export and delete your data, and complain to the Danish Data Protection Agency (Datatilsynet). The service is not directed at children under 16.',
      ],
    },
  ],
};

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
