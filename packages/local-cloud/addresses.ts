import type { Template } from './runner/template/template.ts';
import { region } from './wire/names.ts';

/**
 * Addresses of the cloud that a template puts into environments and mails, and what stands for them here. The issuer of
 * tokens is not among them: it is a name that must be the same everywhere.
 */
export function localAddresses(
  template: Template,
  origins: { site: string; gateway: string },
): (text: string) => string {
  const replacements: [string, string][] = [];
  for (const { logicalId } of template.all('AWS::CloudFront::Distribution')) {
    const domain = template.book.attributes.get(`${logicalId}.DomainName`) ?? '';
    replacements.push([`https://${domain}`, origins.site]);
  }
  for (const { logicalId, properties } of template.all<{ ProtocolType?: string }>('AWS::ApiGatewayV2::Api')) {
    const host = `${template.ref(logicalId)}.execute-api.${region}.amazonaws.com`;
    const isSocket = properties.ProtocolType === 'WEBSOCKET';
    replacements.push([`https://${host}`, isSocket ? origins.gateway : origins.site]);
    replacements.push([`wss://${host}`, origins.site.replace(/^http/, 'ws')]);
  }
  for (const { logicalId } of template.all('AWS::Cognito::UserPool')) {
    const keys = `/${template.ref(logicalId)}/.well-known/jwks.json`;
    replacements.push([`https://cognito-idp.${region}.amazonaws.com${keys}`, `${origins.gateway}${keys}`]);
  }
  return (text) => replacements.reduce((result, [from, to]) => result.replaceAll(from, to), text);
}
