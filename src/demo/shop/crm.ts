/** The partner's answer that is no success. */
export class CrmError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'CrmError';
    this.status = status;
  }
}

/** The partner's customer database. The shop's API key for it ran out last night. */
export interface Crm {
  store(contact: { readonly contactId: string; readonly email: string }): Promise<void>;
}

/** Makes a CRM that turns every request away. */
export function createCrm(): Crm {
  return {
    store: async () => {
      throw new CrmError(401, 'Request failed with status code 401 Unauthorized: the API key has expired');
    },
  };
}
