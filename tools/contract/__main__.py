"""python -m tools.contract"""

from tools.contract.writing import write

write()
