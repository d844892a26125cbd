import type { InBothLanguages, PageText } from './page-text.ts';

export const terms: InBothLanguages<PageText> = {
  en: {
    title: 'Terms of use',
    lead: 'What you can expect of Bilfund, and what Bilfund expects of you.',
    sections: [
      {
        heading: 'The service',
        paragraphs: [
          'Bilfund reads used-car listings from links that you provide, adds what the vehicle register says about the car, and estimates what similar cars ask. Car prices are in Danish kroner, plan prices in euro including VAT.',
          'The estimate is a statement about asking prices, not about what a car is sold for, and not an appraisal. It can be wrong. You decide yourself whether to buy, and you check the car and its papers yourself.',
        ],
      },
      {
        heading: 'Marketplace links',
        paragraphs: [
          'Bilfund is not connected with Facebook or Meta. The terms of Facebook Marketplace forbid automated collection of its data without permission, and whether a visit is served is up to Marketplace. By giving a link you ask us to visit it as an ordinary visitor would; we do not log in, do not pass security checks and do not hide who we are. A refused visit is reported to you as a refusal and not counted.',
          'Pages that you saved from your own browser are processed for you alone. You are responsible for having the right to save and use them.',
        ],
      },
      {
        heading: 'Your account',
        paragraphs: [
          'You need an e-mail address and a password. Keep the password to yourself; what is done with your account counts as done by you. You must be at least 16 years old.',
          'Do not use Bilfund to collect data on people, to overload the service or Marketplace, or to resell what it shows. We may close accounts that do.',
        ],
      },
      {
        heading: 'Paid plans',
        paragraphs: [
          'Monthly and three-month plans renew until they are cancelled. You can cancel at any time; the plan then stays active to the end of the period you have paid for. The lifetime plan and the boost are paid once and do not renew.',
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
  },
  da: {
    title: 'Vilkår',
    lead: 'Hvad du kan vente af Bilfund, og hvad Bilfund venter af dig.',
    sections: [
      {
        heading: 'Tjenesten',
        paragraphs: [
          'Bilfund læser brugtbilsannoncer fra de links, du giver, føjer motorregistrets oplysninger til og anslår, hvad lignende biler udbydes til. Bilpriser er i danske kroner, abonnementspriser i euro med moms.',
          'Vurderingen siger noget om udbudspriser, ikke om, hvad en bil sælges for, og den er ikke en taksering. Den kan være forkert. Du afgør selv, om du vil købe, og du tjekker selv bilen og dens papirer.',
        ],
      },
      {
        heading: 'Links til Marketplace',
        paragraphs: [
          'Bilfund har ingen forbindelse med Facebook eller Meta. Vilkårene for Facebook Marketplace forbyder automatisk indsamling af data uden tilladelse, og det er Marketplace, der afgør, om et besøg bliver vist. Når du giver et link, beder du os besøge det, som en almindelig besøgende ville; vi logger ikke ind, går ikke forbi sikkerhedstjek og skjuler ikke, hvem vi er. Et afvist besøg meldes til dig som en afvisning og tæller ikke med.',
          'Sider, som du har gemt fra din egen browser, behandles kun for dig. Du har ansvaret for, at du må gemme og bruge dem.',
        ],
      },
      {
        heading: 'Din konto',
        paragraphs: [
          'Du skal bruge en e-mailadresse og en adgangskode. Hold adgangskoden for dig selv; det, der gøres med din konto, regnes som gjort af dig. Du skal være mindst 16 år.',
          'Brug ikke Bilfund til at indsamle data om mennesker, til at overbelaste tjenesten eller Marketplace eller til at videresælge det, den viser. Vi kan lukke konti, der gør det.',
        ],
      },
      {
        heading: 'Betalte abonnementer',
        paragraphs: [
          'Abonnementer på en og tre måneder fornyes, indtil de opsiges. Du kan opsige når som helst; abonnementet gælder så til slutningen af den periode, du har betalt for. Premium for livet og boost betales én gang og fornyes ikke.',
          'Om penge kan betales tilbage, afgøres fra gang til gang: Skriv til support. Dine rettigheder som forbruger efter loven berøres ikke.',
        ],
      },
      {
        heading: 'Ændringer og lovvalg',
        paragraphs: [
          'Vi kan ændre tjenesten og disse vilkår. Ændringer, der betyder noget for dig, meddeles på e-mail mindst 30 dage forud. Dansk ret gælder.',
        ],
      },
    ],
  },
};
