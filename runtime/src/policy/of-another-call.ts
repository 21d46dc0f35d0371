import { isPlainObject, own } from "../config/records.js";
import { HttpError, type SdkError } from "../errors.js";

/**
 * A copy of another call's error, made before that has it and again for who is told: it may be another user's. What the
 * server said was said to it, masked by its secrets alone, and what its caller notes on it is its caller's.
 */
export function ofAnotherCall(error: SdkError): SdkError | undefined {
  try {
    const { constructor, cause } = error;
    const tokenEndpoint = own(error, "tokenEndpoint") as string | undefined;
    const { message, ...told } = error instanceof HttpError ? withoutTexts(error) : { message: error.message };
    const details = Object.create(error) as SdkError;
    Object.assign(details, told, isPlainObject(cause) && { cause: { ...cause } });
    const make = constructor as new (message: string, details: SdkError) => SdkError;
    return Object.assign(new make(message, details), tokenEndpoint && { tokenEndpoint });
  } catch {
    // A class of the application's own, which its `fetch` throws, may be made and read otherwise.
    return undefined;
  }
}

/** The reason stands behind the status. */
function withoutTexts({ message, status }: HttpError): Pick<HttpError, "message" | "response"> {
  const [beginning] = message.split(` answered ${status}`);
  return { message: `${beginning} answered ${status}`, response: { status, headers: {}, body: "" } };
}
