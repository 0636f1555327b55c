"""Bytes as C source. Compilers read a string many times faster than a list of numbers."""

# All but letters, digits and what means nothing special in a string.
PLAIN = set(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 !#$%&'()*+,-./:;<=>@[]^_`{|}~")
CODES = [chr(byte) if byte in PLAIN else f"\\{byte:03o}" for byte in range(256)]


def array(name, content):
    """An array with these bytes and a zero after them."""
    return f'static const unsigned char {name}[] = "{"".join(map(CODES.__getitem__, content))}";\n'
