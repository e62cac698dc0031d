"""Evil Hangman for those who train players: an environment of Gymnasium."""

from gymnasium.envs.registration import register

register(  # at the import, because `gymnasium.make("hangman_lab.gym:EvilHangman-v0")` only imports
    "EvilHangman-v0", entry_point="hangman_lab.gym.hangman_env:HangmanEnv"
)
