import { isPlainObject, own } from "../config/options.js";
import { HttpError, type SdkError } from "../errors/errors.js";

/**
 * A copy of another call's error, made before that has it and again for who is told: it may be another user's. What the
 * server said was said to it, masked by its secrets alone, and what its caller notes on it is its caller's.
 */
export function ofAnotherCall(error: SdkError): SdkError | undefined {
  try {
    const { constructor, cause } = error;
    const { requestId: _, ...told } = error as SdkError & { readonly requestId?: string };
    const [message, request] = error instanceof HttpError ? withoutTexts(error) : [error.message, {}];
    const details = { ...told, ...request, cause: isPlainObject(cause) ? { ...cause } : undefined };
    const tokenEndpoint = own(error, "tokenEndpoint") as string | undefined;
    const make = constructor as new (message: string, details: object) => SdkError;
    return Object.assign(new make(message, details), tokenEndpoint && { tokenEndpoint });
  } catch {
    // A class of the application's own, which its `fetch` throws, may be made and read otherwise.
    return undefined;
  }
}

/** The server's words stand behind the status. */
function withoutTexts({ message, status, method, path }: HttpError): readonly [message: string, request: object] {
  const [beginning] = message.split(` answered ${status}`);
  return [`${beginning} answered ${status}`, { method, path }];
}
